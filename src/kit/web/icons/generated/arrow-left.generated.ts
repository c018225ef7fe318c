// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconArrowLeft = /* @__PURE__ */ createIcon('arrow-left', 'outline', 'M5 12l14 0', 'M5 12l6 6', 'M5 12l6 -6')
