import type { AppContext } from '#kit/server/portal.ts'

/** The whole address of a link: a path is one of the portal. */
export function addressIn(portal: Pick<AppContext, 'publicUrl'>, link: string): string {
  return link.startsWith('/') ? `${portal.publicUrl()}${link}` : link
}
