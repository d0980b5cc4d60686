/** What newPage gives to pages. */
declare function deep(selector: string): Element | null;
declare function deepAll(selector: string): Element[];
declare function deepActive(): Element | null;
