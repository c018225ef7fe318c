// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconCircle = /* @__PURE__ */ createIcon('circle', 'outline', 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0')
