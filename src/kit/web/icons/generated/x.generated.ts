// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconX = /* @__PURE__ */ createIcon('x', 'outline', 'M18 6l-12 12', 'M6 6l12 12')
