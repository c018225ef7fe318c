import { changesOf, fromTo } from '#kit/server/events/event.ts'
import type { IdentityProvider } from '../contract.ts'
import type { Settings } from './read-settings.ts'

/** The changes, for the record: of secrets only that they changed, of certificates their owner. */
export function changedSettings(before: IdentityProvider, { certificates, ...settings }: Settings) {
  const { clientSecret, managementSecret, eventsSecret, ...plain } = settings
  const pems = before.certificates.map(({ pem }) => pem)
  const others = certificates !== undefined && JSON.stringify(certificates) !== JSON.stringify(pems)
  return {
    ...changesOf(before, plain),
    ...(clientSecret === undefined ? {} : { clientSecret: secretChange(before.clientSecretSet, clientSecret) }),
    ...(managementSecret === undefined
      ? {}
      : { managementSecret: secretChange(before.managementSecretSet, managementSecret) }),
    ...(eventsSecret === undefined ? {} : { eventsSecret: secretChange(before.eventsSecretSet, eventsSecret) }),
    ...(others ? { certificates: fromTo(pems.length, certificates.length) } : {}),
  }
}

function secretChange(was: boolean, is: string | null) {
  return fromTo(was ? 'set' : null, is === null ? null : was ? 'replaced' : 'set')
}
