// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const IconDeviceDesktopAnalytics = /* @__PURE__ */ createIcon('device-desktop-analytics', 'outline', 'M3 5a1 1 0 0 1 1 -1h16a1 1 0 0 1 1 1v10a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1l0 -10', 'M7 20h10', 'M9 16v4', 'M15 16v4', 'M9 12v-4', 'M12 12v-1', 'M15 12v-2', 'M12 12v-1')
