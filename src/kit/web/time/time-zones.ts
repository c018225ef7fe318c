/** Names that users know and browsers accept, though none of them lists them. */
const ALIASES = ['US/Alaska', 'US/Arizona', 'US/Central', 'US/Eastern', 'US/Hawaii', 'US/Mountain', 'US/Pacific']

/**
 * The time zones that are offered (part 2 §6): IANA names in order, none that begins with Etc, none without a slash,
 * with the American short names that browsers leave out of their list.
 */
export function timeZones(): readonly string[] {
  const knownZones = [...Intl.supportedValuesOf('timeZone'), ...ALIASES]
  return [...new Set(knownZones)].filter((name) => name.includes('/') && !name.startsWith('Etc')).sort()
}
