import { startSearch } from "./search-box.ts";

// On a phone the contents would fill the first screen.
const contents = document.querySelector<HTMLDetailsElement>("#contents");
if (contents !== null && matchMedia("(max-width: 60rem)").matches) contents.open = false;

startSearch();
