extension DiagnosticCatalog {
  static let templates = Topic(
    "Templates",
    [
      Entry(
        "bad-delimiters", [.error],
        "A tag that sets delimiters can't be read.",
        "Write `{{=<% %>=}}`: two delimiters between equals signs."),
      Entry(
        "bad-layout", [.error],
        "The header of `report.md` has a mistake, or chooses a side column that the document does not include.",
        "Write `layout: one-column`, or `layout: side-column` and the parts; include it with `{{> column}}`."
      ),
      Entry(
        "bad-name", [.error],
        "A name in a tag has white space or an empty part; or a project or run has a name that is not allowed in an "
          + "address.",
        "In a tag write `{{a.b}}`. For a project or run use letters, digits, `-`, `_` and `.`."),
      Entry(
        "blocked-address", [.error],
        "An image, script, frame or other element would load something, which the page's policy forbids.",
        #"For an image, use the theme's logo: `{{#logo}}<img src="{{logo}}" alt="">{{/logo}}`. Write a script between `<script>` and `</script>` of the shell, or into `page/*.js`."#
      ),
      Entry(
        "broken-table", [.warning],
        "A blank line between the rows of a table in Markdown ends the table. The rows below it are shown as words.",
        "Remove the blank line, also the one before the closing tag of a loop."),
      Entry(
        "component-in-code", [.error],
        "A component is in code, in the address of a link or in its title.",
        "Give it a paragraph of its own."),
      Entry(
        "component-in-container", [.error],
        "A component is in a list or a quote.",
        "Give it a paragraph of its own, outside of the list."),
      Entry(
        "component-in-heading", [.error],
        "A component is in a heading.",
        "Give it a paragraph of its own."),
      Entry(
        "component-in-mark", [.error],
        "A component is in emphasis or in the words of a link.",
        "Give it a paragraph of its own."),
      Entry(
        "component-in-paragraph", [.error],
        "A component shares its paragraph with other words.",
        "Put empty lines around it."),
      Entry(
        "component-markup", [.error],
        "A component holds HTML that a page or a mail can't have, such as `style` or `onclick`.",
        "Write a rule in `page/*.css`, a script in `page/*.js`, or a class for `mail/inline*.css`."),
      Entry(
        "component-not-shown", [.warning],
        "No output in use shows a component of the template, or a short mail does not.",
        "Include it in `report.md` or in another component, or remove the file."),
      Entry(
        "component-underlined", [.error],
        "A component is directly above a line of dashes, which turns it into a heading.",
        "Put an empty line between the two."),
      Entry(
        "costly-document", [.error],
        "Quotes, lists or marks in `report.md` are nested so deeply that reading takes too long.",
        "Nest fewer of them."),
      Entry(
        "empty-tag", [.error],
        "A tag has no name: `{{}}`.",
        "Write a name or remove the tag."),
      Entry(
        "folder-too-large", [.error],
        "A folder of a template or theme holds too many files or bytes.",
        "Name the right folder; a template is a few hundred files at most."),
      Entry(
        "image", [.warning],
        "`report.md` has an image. It is shown as a link.",
        "Use the theme's logo, or write a link."),
      Entry(
        "indented-code", [.warning],
        "A line with a tag is indented by four or more spaces, so Markdown shows it as code.",
        "Indent it by less. For code, use a fence of backticks."),
      Entry(
        "inherited-name", [.warning],
        "The records of a list do not have this name, so the tag shows the value of a record around the list.",
        "Name the record, as in `{{location.url}}`, or move the tag out of the section. If it is intended: `--skip inherited-name`."
      ),
      Entry(
        "link-outside", [.error],
        "A symbolic link in the folder leads out of it.",
        "Put a copy of the file into the folder."),
      Entry(
        "malformed-base", [.error],
        "The file `base` does not hold one name.",
        "Write the name of a built-in template or theme into it."),
      Entry(
        "malformed-plural", [.error],
        "A plural rule in `strings/TAG.json` can't be read.",
        "Write it as CLDR does, such as `n % 10 = 1`."),
      Entry(
        "missing-form", [.warning],
        "A component has a form for one target and not for another that uses it.",
        "Add the file that is named; an empty one shows nothing."),
      Entry(
        "missing-plural", [.error],
        "A phrase has no plural form `other`.",
        "Add it."),
      Entry(
        "nesting-too-deep", [.error],
        "Sections of a template are nested too deeply.",
        "Move the inner ones into a partial."),
      Entry(
        "no-shell", [.error],
        "`page/shell.html`, `mail/shell.html` or `site/shell.html` is missing or lacks a tag that it needs.",
        "Copy it from `tidemark templates export default DIR`."),
      Entry(
        "no-such-folder", [.error],
        "The folder of `--template` or `--theme` does not exist, or is a file.",
        "Check the path."),
      Entry(
        "no-template", [.error],
        "The template has no `report.md`.",
        "Add it, or name a `base` that has one."),
      Entry(
        "nothing-replaced", [.error],
        "A file includes `super`, and there is no built-in component with its name.",
        "Give it the name of a built-in component, or include a component by its name. `report.md` has no `super`."
      ),
      Entry(
        "part-not-shown", [.warning],
        "Some or all outputs lack a part of the report: status of the run, unread inputs, alerts, summary, banners, reasons "
          + "for skipped tests, messages, timeline, or the counts of a short mail.",
        "Put the component into `report.md`, or a tag for it into one of your own. A part that is left out on purpose: `--skip part-not-shown`."
      ),
      Entry(
        "partial-place", [.error],
        "A component is included where HTML can't hold one.",
        "Move it between elements."),
      Entry(
        "partials-too-deep", [.error],
        "Partials include each other without end.",
        "Wrap the inner one in a section that ends."),
      Entry(
        "raw-html", [.error],
        "`report.md` holds HTML.",
        "Move it into a component."),
      Entry(
        "repeated-id", [.warning],
        "An id is in a page twice, or in a loop, so a page has it for each record. Links and scripts find only the first.",
        "Add a value to the id, such as `{{anchor}}`, or use a class."),
      Entry(
        "script-contract", [.error],
        "A component or the shell lacks an attribute that the page's script needs. The part is shown without the script's "
          + "functions.",
        "Add the attribute. docs/template-page.md lists what the script looks for."),
      Entry(
        "section-place", [.error],
        "A section begins and ends at different kinds of places in HTML.",
        "Let both stand between elements, between attributes or in one attribute."),
      Entry(
        "shared-element", [.error],
        "In a shell, `{{{styles}}}` or `{{{script}}}` shares its element with other content. The page's policy allows the element by a hash of the value alone.",
        "Put the other content into a `<style>` or `<script>` of its own, and leave no white space around the value."
      ),
      Entry(
        "shown-components", [.note],
        "`check` lists the components of a user's template that an output shows.",
        "Nothing to do."),
      Entry(
        "stray-close", [.error],
        "A closing tag has no opening tag.",
        "Remove it or add the opening tag."),
      Entry(
        "tag-in-angle-brackets", [.error],
        "`<{{url}}>` is not a link.",
        "Write `[words]({{url}})`."),
      Entry(
        "template-too-large", [.error],
        "A file of a template is too large.",
        "Split it."),
      Entry(
        "too-much-indentation", [.error],
        "Partials within one another indent by too many characters.",
        "Begin the tags of partials at the start of a line."),
      Entry(
        "too-much-to-render", [.error],
        "The templates expand without end.",
        "Look for partials or lists that multiply each other."),
      Entry(
        "unchanged-files", [.warning],
        "Files of a template or theme equal the built-in ones. They would hide the changes of later versions.",
        "Remove the files that were not changed."),
      Entry(
        "unclosed-element", [.warning],
        "A component or a shell opens an element and does not close it, or closes one that it does not open. The rest of the page is then inside it, or outside of its own element.",
        "Add or remove the tag. Let each file close what it opens."),
      Entry(
        "unclosed-section", [.error],
        "A section has no closing tag.",
        "Add `{{/NAME}}`."),
      Entry(
        "unclosed-tag", [.error],
        "A tag has no closing braces.",
        "Add them."),
      Entry(
        "unknown-block", [.warning],
        "A component gives its parent a block that the parent does not have. The content is not shown.",
        "Correct the name. [templates.md](templates.md#add-to-a-built-in-component) lists the blocks of built-in components."
      ),
      Entry(
        "unknown-direction", [.error],
        "`direction` in `strings/TAG.json` is neither `ltr` nor `rtl`.",
        "Write one of the two."),
      Entry(
        "unknown-file", [.warning],
        "A file of the folder has almost the name of a part of a template or theme. It is not used.",
        "Rename it as the message suggests."),
      Entry(
        "unknown-id", [.warning],
        "A tag names a fact, a category or a property that the report does not have, but it has a similar one. Its value is blank.",
        "Correct the id. `--to json` shows the facts and categories of a report."),
      Entry(
        "unknown-name", [.error, .warning],
        "No record has this name (error), or the records around the tag do not have it (warning). Its value would be blank.",
        "See [template-names.md](template-names.md) for the names of each record."),
      Entry(
        "unknown-partial", [.warning],
        "There is no component or partial of this name. It is rendered blank.",
        "Correct the name or add the file."),
      Entry(
        "unknown-phrase", [.warning],
        "A strings file has a key that neither the program nor a tag of the template uses.",
        "Correct the key or remove it."),
      Entry(
        "unknown-placeholder", [.warning],
        "A phrase of a strings file has a placeholder for which there is no value. It is shown as it is.",
        "Use the placeholders of the English phrase in `Templates/strings/en.json`."),
      Entry(
        "unknown-plural", [.error],
        "A plural category in `strings/TAG.json` is not one of the language.",
        "Use `zero`, `one`, `two`, `few`, `many` and `other`."),
      Entry(
        "unknown-template", [.error],
        "There is no template of this name.",
        "`tidemark templates` lists them; a folder ends with a slash."),
      Entry(
        "unknown-weekday", [.error],
        "`firstWeekday` in `strings/TAG.json` is not the name of a weekday.",
        "Use an English name, such as `monday`."),
      Entry(
        "unreachable-file", [.warning],
        "A shell or a mail's component names a file that does not come with the page or the mail, or that the page's policy blocks.",
        "Use `{{favicon}}`, rules in `page/*.css` or `mail/*.css`, the theme's logo, or the whole address of a picture for a mail."
      ),
      Entry(
        "unsafe-script", [.error],
        "A script contains text that an HTML parser reads as markup: `</script`, `<script` or `<!--`.",
        "Split the word, as in `'<' + '/script'`."),
      Entry(
        "unterminated-tag", [.error],
        "A component ends in the middle of an element or a tag.",
        "Close it in the same file."),
      Entry(
        "untranslated", [.note],
        "The strings file of a new language lacks phrases. They are in English.",
        "Add them."),
      Entry(
        "unused-file", [.warning],
        "A file of a template or theme is in no place where one is used.",
        "Move it as the message suggests, or remove it."),
      Entry(
        "unused-folder", [.warning],
        "The folder holds no part of a template or theme.",
        "Name another folder."),
      Entry(
        "value-place", [.error],
        "A value is in a place that no escaping makes safe, such as a script, a style or an unquoted attribute.",
        "Move it between elements or into a double-quoted attribute."),
      Entry(
        "wrong-close", [.error],
        "A closing tag has another name than the section that is open.",
        "Write the name that the message suggests."),
    ])
}
