// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconPackageOff = /* @__PURE__ */ createIcon('package-off', 'outline', 'M8.812 4.793l3.188 -1.793l8 4.5v8.5m-2.282 1.784l-5.718 3.216l-8 -4.5v-9l2.223 -1.25', 'M14.543 10.57l5.457 -3.07', 'M12 12v9', 'M12 12l-8 -4.5', 'M16 5.25l-4.35 2.447m-2.564 1.442l-1.086 .611', 'M3 3l18 18')
