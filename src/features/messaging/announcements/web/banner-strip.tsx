import { useState } from 'react'
import { plainLine } from '#features/messaging/templates/contract.ts'
import { Banner } from '#kit/web/notices/banner.tsx'
import type { InboxItem } from '../contract/inbox-shapes.ts'
import { useText } from '../texts.ts'
import { DetailsLink } from './details-link.tsx'
import { styleOfType } from './type-style.tsx'
import { useAcknowledge } from './use-acknowledge.ts'
import { useMarkSeen } from './use-mark-seen.ts'

const AT_MOST = 2

/** The announcement banners: at most two, the rest folded into the last one. */
export function BannerStrip({ banners }: { banners: readonly InboxItem[] }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const shownBanners = open ? banners : banners.slice(0, AT_MOST)
  useMarkSeen(shownBanners)
  const foldedCount = banners.length - AT_MOST
  return (
    <section aria-label={t('regionBanners')}>
      {shownBanners.map((banner, index) => (
        <AnnouncementBanner
          key={banner.id}
          banner={banner}
          right={
            foldedCount > 0 &&
            index === shownBanners.length - 1 && (
              <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
                {open ? t('fewer') : t('more', { count: foldedCount })}
              </button>
            )
          }
        />
      ))}
    </section>
  )
}

function AnnouncementBanner({ banner, right }: { banner: InboxItem; right: React.ReactNode }) {
  const t = useText()
  const { acknowledge } = useAcknowledge()
  const { colour, Icon } = styleOfType(banner.type)
  return (
    <Banner
      colour={colour}
      icon={<Icon size={16} aria-hidden />}
      title={banner.title}
      closeLabel={t('dismiss', { title: banner.title })}
      right={
        (right || banner.link !== null) && (
          <>
            {banner.link !== null && <DetailsLink to={banner.link} label={t('details')} />}
            {right}
          </>
        )
      }
      {...(banner.system ? {} : { onClose: () => acknowledge(banner.id) })}
    >
      {plainLine(banner.message)}
    </Banner>
  )
}
