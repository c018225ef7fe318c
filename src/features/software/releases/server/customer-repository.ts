/**
 * The repository of an image of a release in a registry outside of the portal. Such a registry authorises by repository
 * alone, so each has the image of one release: an account that may pull it sees not one blob more.
 */
export function customerRepository(account: string, containerName: string, releaseId: string | number): string {
  return `${account}/${containerName}/${releaseId}`
}
