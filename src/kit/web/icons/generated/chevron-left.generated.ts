// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconChevronLeft = /* @__PURE__ */ createIcon('chevron-left', 'outline', 'M15 6l-6 6l6 6')
