// Full-text search over the guide's sections.
import MiniSearch from "minisearch";
import { excerptAroundTerms } from "./excerpt.ts";

/** One section of a page, as the build writes it to search.json. */
export interface SearchEntry {
  /** The address of the section. */
  id: string;
  page: string;
  heading: string;
  text: string;
}

export interface SearchHit {
  address: string;
  page: string;
  heading: string;
  excerpt: string;
}

const MAX_HITS = 8;

export class SearchIndex {
  private readonly index: MiniSearch<SearchEntry>;

  constructor(entries: SearchEntry[]) {
    this.index = new MiniSearch({
      fields: ["page", "heading", "text"],
      storeFields: ["page", "heading", "text"],
      searchOptions: { boost: { heading: 3, page: 2 }, prefix: true, fuzzy: 0.2, combineWith: "AND" },
    });
    this.index.addAll(entries);
  }

  search(query: string): SearchHit[] {
    return this.index
      .search(query)
      .slice(0, MAX_HITS)
      .map((hit) => ({
        address: String(hit.id),
        page: hit.page,
        heading: hit.heading,
        excerpt: excerptAroundTerms(hit.text, hit.terms),
      }));
  }
}
