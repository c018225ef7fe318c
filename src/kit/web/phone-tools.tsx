import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** The id of the place in the phone's head that a page with a back button may fill. */
export const PHONE_TOOLS = 'phone-tools'

/** Puts a page's own tools into the phone's head, at the right; only a page that set its `back` has the place. */
export function PhoneTools({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const look = () => setPlace(document.getElementById(PHONE_TOOLS))
    look()
    const timer = setTimeout(look)
    return () => clearTimeout(timer)
  }, [])
  return place && createPortal(children, place)
}
