import { useEffect, useState } from 'react'

/** True once the component has been on screen for so many milliseconds: walking through a list then stays light. */
export function useSettled(milliseconds: number): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return settled
}
