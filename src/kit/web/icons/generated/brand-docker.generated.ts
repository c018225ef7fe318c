// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconBrandDocker = /* @__PURE__ */ createIcon('brand-docker', 'outline', 'M22 12.54c-1.804 -.345 -2.701 -1.08 -3.523 -2.94c-.487 .696 -1.102 1.568 -.92 2.4c.028 .238 -.32 1 -.557 1h-14c0 5.208 3.164 7 6.196 7c4.124 .022 7.828 -1.376 9.854 -5c1.146 -.101 2.296 -1.505 2.95 -2.46', 'M5 10h3v3h-3l0 -3', 'M8 10h3v3h-3l0 -3', 'M11 10h3v3h-3l0 -3', 'M8 7h3v3h-3l0 -3', 'M11 7h3v3h-3l0 -3', 'M11 4h3v3h-3l0 -3', 'M4.571 18c1.5 0 2.047 -.074 2.958 -.78', 'M10 16l0 .01')
