import { environments } from '#kit/server/config-variables.ts'
import type { Setting } from '#kit/server/settings/setting.ts'

/** Where problems with the portal are reported, one address for each environment. */
export const trackerSettings = Object.fromEntries(
  environments.map((environment) => [
    environment,
    {
      key: `portal.tracker-${environment}`,
      type: { kind: 'TEXT', longest: 300 },
      default: '',
      accepts: isSafeAddress,
    } satisfies Setting<string>,
  ]),
) as unknown as Readonly<Record<(typeof environments)[number], Setting<string>>>

function isSafeAddress(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && url.username === '' && url.password === ''
}
