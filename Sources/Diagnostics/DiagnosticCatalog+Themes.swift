extension DiagnosticCatalog {
  static let themes = Topic(
    "Themes and styles",
    [
      Entry(
        "bad-contrast", [.warning],
        "The `minimum` of a pair of colours in a theme is no possible contrast.",
        "Use a number from 1 to 21, such as 4.5 for text."),
      Entry(
        "dark-alone", [.error],
        "A token has a value for the dark scheme and none for the light one.",
        "Add it to `light`."),
      Entry(
        "deep-token", [.error],
        "Tokens are nested too deeply.",
        "Use fewer levels."),
      Entry(
        "fonts-too-large", [.warning],
        "The fonts of the theme take more than 256 KiB. A page that contains its style has only the first of them.",
        "Use fewer weights, or fonts with fewer characters. Reports of a site link all fonts."),
      Entry(
        "logo-too-large", [.error],
        "The logo is larger than 64 KiB. Every page would contain it.",
        "Use a smaller image, such as an SVG."),
      Entry(
        "low-contrast", [.warning],
        "Two colours of a theme have less contrast than words or signs need. Each changed colour has one warning, with its worst pair.",
        "Change one of the two colours."),
      Entry(
        "mail-style", [.error],
        "`mail/inline*.css` contains more than rules for elements and classes in ASCII.",
        "Move it into another file of the folder `mail`."),
      Entry(
        "malformed-font", [.error, .warning],
        "A file in `fonts/` of the theme is not WOFF2, or its name does not say family and weight.",
        "Name it like `Acme Sans-400.woff2`, `Acme Sans-400-italic.woff2` or `Acme Sans-100..900.woff2`."
      ),
      Entry(
        "malformed-logo", [.error],
        "The logo is not an image of the kind that its name says.",
        "Save it in the right format."),
      Entry(
        "no-theme", [.error],
        "The theme has no `tokens.json`.",
        "Add it, or name a `base` that has one."),
      Entry(
        "token-name", [.error],
        "The name of a token has characters other than letters, digits and hyphens.",
        "Rename it."),
      Entry(
        "token-value", [.error],
        "The value of a token does not fit its type, or holds characters that CSS would take as code.",
        "See [themes.md](themes.md) for the values of each type."),
      Entry(
        "unbalanced-style", [.error],
        "A style sheet leaves a bracket, a string or a comment open.",
        "Close it at the place that is named."),
      Entry(
        "undefined-variable", [.warning],
        "A style uses `var(--name)` that neither tokens nor styles define.",
        "Correct the name or add the token."),
      Entry(
        "unknown-theme", [.error],
        "There is no theme of this name.",
        "`tidemark themes` lists them; a folder ends with a slash."),
      Entry(
        "unknown-token", [.error, .warning],
        "An alias or a mail's style names a token that does not exist (error), or no style uses a token (warning).",
        "Correct the name."),
      Entry(
        "unknown-token-key", [.warning],
        "A key of a theme's `tokens.json` is neither a token nor a group of tokens, such as `value` for `$value`. It has no effect.",
        "Correct the key or remove it."),
      Entry(
        "unsafe-icon", [.error],
        "An icon holds something other than shapes: a script, a style, an address.",
        #"Reduce it to one `<svg viewBox="…">` with shapes."#),
      Entry(
        "unsafe-style", [.error],
        "A style sheet loads an external resource or contains markup.",
        "Remove `url(`, `@import` and the like."),
    ])
}
