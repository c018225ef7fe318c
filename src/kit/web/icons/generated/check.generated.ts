// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconCheck = /* @__PURE__ */ createIcon('check', 'outline', 'M5 12l5 5l10 -10')
