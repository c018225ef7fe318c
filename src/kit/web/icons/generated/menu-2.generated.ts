// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconMenu2 = /* @__PURE__ */ createIcon('menu-2', 'outline', 'M4 6l16 0', 'M4 12l16 0', 'M4 18l16 0')
