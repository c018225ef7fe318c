const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** The common name of a browser (`Firefox on Windows`), from its User-Agent. */
export function deviceName(userAgent = ''): string {
  const find = (list: readonly [RegExp, string][]) => list.find(([form]) => form.test(userAgent))?.[1]
  const browser = find(browsers) ?? (/^[\w.-]{1,40}/.exec(userAgent)?.[0] || 'Unknown browser')
  const system = find(systems)
  return system ? `${browser} on ${system}` : browser
}
