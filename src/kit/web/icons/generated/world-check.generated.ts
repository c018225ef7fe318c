// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconWorldCheck = /* @__PURE__ */ createIcon('world-check', 'outline', 'M20.946 12.99a9 9 0 1 0 -9.46 7.995', 'M3.6 9h16.8', 'M3.6 15h13.9', 'M11.5 3a17 17 0 0 0 0 18', 'M12.5 3a16.997 16.997 0 0 1 2.311 12.001', 'M15 19l2 2l4 -4')
