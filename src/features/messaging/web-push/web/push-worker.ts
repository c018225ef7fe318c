// The service worker that shows notifications while no page of the portal is open. It requests nothing and caches nothing.

type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void }
type PushEvent = ExtendableEvent & { data: { json(): { title: string; text: string; link: string } } | null }
type ClickEvent = ExtendableEvent & { notification: Notification }
type PushWorker = {
  registration: ServiceWorkerRegistration
  clients: { openWindow(url: string): Promise<unknown> }
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void
}
/** The worker's own scope; the types of the page know none of it. */
declare const self: PushWorker

self.addEventListener('push', (event) => {
  if (!event.data) return
  const { title, text, link } = event.data.json()
  event.waitUntil(self.registration.showNotification(title, { body: text, data: link, tag: link }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(String(event.notification.data)))
})

export {}
