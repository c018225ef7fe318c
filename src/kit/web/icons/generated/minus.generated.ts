// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconMinus = /* @__PURE__ */ createIcon('minus', 'outline', 'M5 12l14 0')
