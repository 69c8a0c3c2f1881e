/** Ready workflows that read files, by their names in the API. The others read mail. */
export const FILE_WORKFLOWS: readonly string[] = ["Lightning ingest from CSV files"];
