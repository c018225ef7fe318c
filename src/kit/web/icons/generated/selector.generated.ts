// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconSelector = /* @__PURE__ */ createIcon('selector', 'outline', 'M8 9l4 -4l4 4', 'M16 15l-4 4l-4 -4')
