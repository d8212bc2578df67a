import JSON

/// The JSON schema of the settings file, from the declarations of the options.
enum SettingsSchema {
  /// The identifier of the schema. It changes if a valid file becomes invalid.
  static let id = "urn:tidemark:schema:settings:1"

  static func text(of commands: [CommandSpec]) -> String {
    var options: [String: OptionSpec] = [:]
    for option in commands.flatMap(\.options) where option.isSetting && !option.isKeptFromFiles {
      options[option.key] = options[option.key] ?? option
    }
    var writer = JSONWriter(indent: 2)
    writer.object { writer in
      writer.member("$schema", "https://json-schema.org/draft/2020-12/schema")
      writer.member("$id", id)
      writer.member("title", "Settings of Tidemark, version 1")
      writer.member(
        "description",
        "The file tidemark.json. Unknown keys are warnings to the program and errors to this schema, "
          + "so that an editor shows them.")
      writer.member("type", "object")
      writer.member("additionalProperties", false)
      writer.key("properties")
      writer.object { writer in
        writer.key("$schema")
        writer.object { writer in
          writer.member("description", "Where this schema is, for editors.")
          writer.member("type", "string")
        }
        writeInputs(&writer)
        for option in options.values.sorted(by: { $0.key < $1.key }) { write(option, &writer) }
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }

  private static func write(_ option: OptionSpec, _ writer: inout JSONWriter) {
    writer.key(option.key)
    writer.object { writer in
      writer.member("description", option.help)
      switch option.argument {
      case .none: writer.member("type", "boolean")
      case .choice(let words):
        // An empty word unsets a setting.
        writeWords(words + [""], &writer)
      case .choices(let words):
        // Several words are a list, or one text with commas.
        writeAlternatives(&writer, text: { writeText(of: words, &$0) }) { writeWords(words, &$0) }
      case .list: writeAlternatives(&writer) { writeScalar(&$0) }
      case .value:
        if option.isRepeatable {
          writeAlternatives(&writer) { writeScalar(&$0) }
        } else {
          writeScalar(&writer)
        }
      }
    }
  }

  private static func writeAlternatives(
    _ writer: inout JSONWriter, text: (inout JSONWriter) -> Void = writeScalar,
    _ item: (inout JSONWriter) -> Void
  ) {
    writer.key("anyOf")
    writer.array { writer in
      writer.object { text(&$0) }
      writer.object { writer in
        writer.member("type", "array")
        writer.key("items")
        writer.object { item(&$0) }
      }
    }
  }

  private static func writeScalar(_ writer: inout JSONWriter) {
    writer.key("type")
    writer.array { writer in for type in ["string", "number"] { writer.value(type) } }
  }

  /// A text with some of these words. An empty one unsets a setting.
  private static func writeText(of words: [String], _ writer: inout JSONWriter) {
    let word = "\\s*(\(words.joined(separator: "|")))\\s*"
    writer.member("type", "string")
    writer.member("pattern", "^(\(word)(,\(word))*)?$")
  }

  private static func writeWords(_ words: [String], _ writer: inout JSONWriter) {
    writer.key("enum")
    writer.array { writer in for word in words { writer.value(word) } }
  }

  private static func writeInputs(_ writer: inout JSONWriter) {
    writer.key(SettingsFile.inputsKey)
    writer.object { writer in
      writer.member(
        "description",
        "What is read when the command line names no input: files, folders and patterns, relative "
          + "to this file.")
      writer.member("type", "array")
      writer.key("items")
      writer.object { writer in
        writer.key("anyOf")
        writer.array { writer in
          writer.object { $0.member("type", "string") }
          writer.object { writer in
            writer.member("type", "object")
            writer.member("additionalProperties", false)
            writer.key("required")
            writer.array { $0.value("path") }
            writer.key("properties")
            writer.object { writer in
              for key in InputEntry.keys {
                writer.key(key)
                writer.object { $0.member("type", "string") }
              }
            }
          }
        }
      }
    }
  }
}
