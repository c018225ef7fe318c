import { readFileSync } from 'node:fs'

/** The files of schema/ in the order in which they are read: the tables of an area refer to those of areas before it. */
export const areas = [
  ...['kit', 'access', 'platform', 'accounts', 'users', 'sign-in', 'onboarding', 'messaging', 'support', 'software'],
  ...['subscriptions', 'calendar', 'monitoring', 'collaboration', 'infrastructure', 'home'],
]

/** The whole present schema as SQL: what an empty database gets. */
export function readSchema(): string {
  return areas.map((area) => readFileSync(new URL(`./schema/${area}.sql`, import.meta.url), 'utf8')).join('\n')
}
