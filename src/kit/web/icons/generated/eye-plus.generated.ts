// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconEyePlus = /* @__PURE__ */ createIcon('eye-plus', 'outline', 'M10 12a2 2 0 1 0 4 0a2 2 0 0 0 -4 0', 'M12 18c-3.6 0 -6.6 -2 -9 -6c2.4 -4 5.4 -6 9 -6c3.6 0 6.6 2 9 6', 'M16 19h6', 'M19 16v6')
