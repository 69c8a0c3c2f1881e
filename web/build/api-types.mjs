// Writes src/data/schema.d.ts from the API's OpenAPI document. The command-line tool treats `type: object` without
// properties as an empty object; here it means any JSON object, as in an action's config.
import { writeFile } from "node:fs/promises";
import openapiTypes, { astToString } from "openapi-typescript";
import ts from "typescript";

const DOCUMENT = new URL("../../docs/openapi.json", import.meta.url);
const TYPES = new URL("../src/data/schema.d.ts", import.meta.url);

const ast = await openapiTypes(DOCUMENT, {
  inject: 'import type { JsonObject } from "./json.ts";\n',
  transform(schema) {
    const isAnyObject = schema.type === "object" && !("properties" in schema) && !("additionalProperties" in schema);
    return isAnyObject ? ts.factory.createTypeReferenceNode("JsonObject") : undefined;
  },
});
await writeFile(TYPES, astToString(ast));
