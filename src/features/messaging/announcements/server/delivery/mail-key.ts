/** The key of a mail copy: one for each user and occurrence. */
export function mailKey(
  { announcementId, occurrence }: { readonly announcementId: number; readonly occurrence: number },
  email: string,
): string {
  return `announcement ${announcementId} ${occurrence} ${email}`
}

/** The key of the browser notifications of an announcement. */
export function pushKey({ announcementId }: { readonly announcementId: number }): string {
  return `announcement ${announcementId}`
}
