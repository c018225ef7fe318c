// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconChevronUp = /* @__PURE__ */ createIcon('chevron-up', 'outline', 'M6 15l6 -6l6 6')
