// A certificate with its private key, from the tests of the service.
import { readFileSync } from "node:fs";

export const CERTIFICATE_AND_KEY = readFileSync(
  new URL("../../crates/graph/testdata/certificate.pem", import.meta.url),
  "utf8",
);
