// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconCode = /* @__PURE__ */ createIcon('code', 'outline', 'M7 8l-4 4l4 4', 'M17 8l4 4l-4 4', 'M14 4l-4 16')
