// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconChevronRight = /* @__PURE__ */ createIcon('chevron-right', 'outline', 'M9 6l6 6l-6 6')
