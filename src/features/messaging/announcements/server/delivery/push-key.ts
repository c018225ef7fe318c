/** The key of the browser notifications of an announcement. */
export function pushKey({ announcementId }: { readonly announcementId: number }): string {
  return `announcement ${announcementId}`
}
