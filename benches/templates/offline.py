"""Makes a page independent of other hosts: its style sheets and fonts come from npm packages."""
import re
import zlib

# Sheets that the themes link to, and the files of packages that replace them. Sheets without a package are left out.
SHEETS = {
    r"bootstrap[@/]5[\d.]*/dist/css/bootstrap(\.min)?\.css": "bootstrap5/dist/css/bootstrap.min.css",
    r"bootstrap/[\d.]+/css/bootstrap(\.min)?\.css": "bootstrap3/dist/css/bootstrap.min.css",
    r"font-awesome/(4[\d.]*|latest)/css/font-awesome(\.min)?\.css": "font-awesome/css/font-awesome.min.css",
    r"font-awesome/6[\d.]*/css/all(\.min)?\.css": "@fortawesome/fontawesome-free/css/all.min.css",
    r"(font-awesome/5|fontawesome\.com/releases/v5)[\d.]*/css/all(\.min)?\.css": "fa5/css/all.min.css",
    r"fontawesome\.com/releases/v5[\d.]*/css/v4-shims(\.min)?\.css": "fa5/css/v4-shims.min.css",
    r"octicons/[\d.]+/octicons(\.min)?\.css": "octicons/octicons/octicons.css",
    r"normalize/[\d.]+/normalize(\.min)?\.css": "normalize.css/normalize.css",
    r"tachyons@[\d.]+/css/tachyons\.min\.css": "tachyons/css/tachyons.min.css",
}


def with_local_links(html, modules, folder):
    """Returns the HTML with links to the files in `modules`. Sheets of fonts are written to `folder`."""

    def replaced(link):
        address = link.group()
        if "fonts.googleapis.com/css" in address:
            return fonts(address, modules, folder)
        found = (path for pattern, path in SHEETS.items() if re.search(pattern, address))
        path = next(found, None)
        return (modules / path).as_uri() if path else address

    html = re.sub(r"(https?:)?//[^\s\"'<>()]+", replaced, html)
    # A checksum would refuse the replacement.
    return re.sub(r"\s(integrity|crossorigin)=([\"']).*?\2", "", html)


def fonts(address, modules, folder):
    """Writes the families and weights that an address of Google Fonts names to a sheet, and returns its address."""
    families = re.findall(r"family=([^&]+)", re.sub("%20", "+", re.sub("%7C", "|", address)).replace("&amp;", "&"))
    files = []
    for family in "|".join(families).split("|"):
        name, _, weights = family.partition(":")
        package = modules / "@fontsource" / name.replace("+", "-").lower()
        weights = sorted({"400", *re.findall(r"\b[1-9]00", weights)})
        files += [package / f"{weight}{style}.css" for weight in weights for style in ("", "-italic")]
    imports = [f'@import "{file.as_uri()}";' for file in files if file.exists()]
    if not imports:
        return address
    sheet = folder / f"fonts-{zlib.crc32(address.encode()):08x}.css"
    sheet.write_text("\n".join(imports))
    return sheet.as_uri()
