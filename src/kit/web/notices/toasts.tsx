import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'

/** Where toasts appear: at the foot, at most five, each for five seconds. */
export function Toasts() {
  return <Notifications position="bottom-right" limit={5} autoClose={5000} />
}
