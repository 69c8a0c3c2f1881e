// The vendor layouts in docs/examples/extract, for journeys.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const EXAMPLES = fileURLToPath(new URL("../../docs/examples/extract/", import.meta.url));

/**
 * @param {string} name
 * @returns {import("./vendor-layouts.mjs").VendorLayout}
 */
export function vendorLayout(name) {
  const read = (file) => readFileSync(`${EXAMPLES}${name}/${file}`, "utf8");
  return {
    name,
    mail: read("mail.eml"),
    marks: JSON.parse(read("layout.json")).marks,
    source: JSON.parse(read("layout.json")).source,
    strikes: JSON.parse(read("expected.json")).Items,
    settings: Object.fromEntries(
      Object.entries(JSON.parse(read("action.json")).Fields).map(([field, { TimeZone, Map: values, MapDefault }]) => [
        field,
        { TimeZone, Map: values, MapDefault },
      ]),
    ),
  };
}
