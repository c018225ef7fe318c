import { useEffect, useState } from 'react'
import { useText } from '../texts.ts'
import classes from './profile.module.css'

const sections = ['details', 'roles', 'sign-in', 'sessions', 'tokens', 'settings', 'logbook'] as const

/** A section of the profile, by its name in the address (`/me#sessions`). */
export type ProfileSection = (typeof sections)[number]

/** The sections of the profile, the one in view marked; only where there is space beside them. */
export function ProfileNav() {
  const t = useText()
  const seen = useSectionInView()
  return (
    <nav className={classes.nav} aria-label={t('profile.nav')}>
      {sections.map((section) => (
        <a key={section} href={`#${section}`} aria-current={section === seen ? 'location' : undefined}>
          {t(`profile.section.${section}`)}
        </a>
      ))}
    </nav>
  )
}

/** The topmost section that begins in the upper part of the page, or the last one above it. */
function useSectionInView(): ProfileSection {
  const [seen, setSeen] = useState<ProfileSection>('details')
  useEffect(() => {
    const scroller = document.getElementById('page')
    if (!scroller) return
    const look = () => {
      const top = scroller.getBoundingClientRect().top + 96
      const atEnd = scroller.scrollTop > 0 && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2
      const work = sections.filter((section) => section !== 'logbook')
      const above = work.filter(
        (section) => (document.getElementById(section)?.getBoundingClientRect().top ?? top) < top,
      )
      setSeen((atEnd ? work.at(-1) : above.at(-1)) ?? 'details')
    }
    look()
    scroller.addEventListener('scroll', look, { passive: true })
    return () => scroller.removeEventListener('scroll', look)
  }, [])
  return seen
}
