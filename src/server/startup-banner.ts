import type { AppContext } from '#kit/server/portal.ts'
import type { FirstUse } from './first-use.ts'

/** What `npm start` prints when the portal serves requests: the address, and who can sign in. */
export function greetingText(portal: AppContext, { users, password, admin }: FirstUse): string {
  const { portalName, demo } = portal.config
  const lines = [`${portalName} is at ${portal.publicUrl()}`]
  if (demo && users.length > 0) {
    lines.push('', `Demo: no second factor is required. The password of every user is  ${password}`, '')
    const width = Math.max(...users.map(({ email }) => email.length))
    lines.push(...users.map(({ email, role }) => `  ${email.padEnd(width)}  ${role}`))
  }
  if (admin)
    lines.push(
      '',
      `Activation link of the first administrator (${admin.email}), valid once, within 72 hours:`,
      `  ${admin.link}`,
    )
  return `${lines.join('\n')}\n`
}
