// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconItalic = /* @__PURE__ */ createIcon('italic', 'outline', 'M11 5l6 0', 'M7 19l6 0', 'M14 5l-4 14')
