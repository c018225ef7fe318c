// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconChevronDown = /* @__PURE__ */ createIcon('chevron-down', 'outline', 'M6 9l6 6l6 -6')
