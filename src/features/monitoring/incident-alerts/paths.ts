import { pagePath } from '#kit/contract/page-path.ts'

/** The alerts of incidents. */
export const alertsPath = pagePath('/alerts')

/** Who is on call. */
export const onCallPath = pagePath('/alerts/on-call')

/** An alert. */
export const alertPath = pagePath('/alerts/$alertId')
