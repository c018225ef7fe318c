// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconRss = /* @__PURE__ */ createIcon('rss', 'outline', 'M4 19a1 1 0 1 0 2 0a1 1 0 1 0 -2 0', 'M4 4a16 16 0 0 1 16 16', 'M4 11a9 9 0 0 1 9 9')
