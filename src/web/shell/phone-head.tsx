import { IconArrowLeft, IconMenu2, IconSearch } from '#kit/web/icons/icons.generated.ts'
import { Monogram } from '#kit/web/look/face.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { useCustomPhoneTitle } from '#kit/web/page-label.ts'
import { PHONE_TOOLS } from '#kit/web/phone-tools.tsx'
import { useText } from '#kit/web/text/kit-text.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { AvatarMenu } from './avatar-menu.tsx'
import { NotificationBell } from './bell.tsx'
import { Indicators } from './listeners.tsx'
import classes from './phone-head.module.css'
import { useShellTools } from './shell-tools.tsx'

/** The head on a phone: menu or back, the page's name with one muted line, search and bell. */
export function MobileHeader({
  page,
  onMenu,
}: {
  page: { label: string; note: string | undefined; back: string | undefined }
  onMenu: () => void
}) {
  const t = useText()
  const account = useAccount()
  const label = useCustomPhoneTitle()
  const note = page.note ?? label?.note ?? account?.displayName ?? t('shell.allAccounts')
  const { demo } = useMe()
  const { openPalette } = useShellTools()
  return (
    <header className={classes.head} data-shell>
      {page.back ? (
        <IconButton to={page.back} size={44} aria-label={t('back')}>
          <IconArrowLeft size={20} aria-hidden />
        </IconButton>
      ) : (
        <IconButton size={44} aria-label={t('shell.menu')} onClick={onMenu}>
          <IconMenu2 size={20} aria-hidden />
        </IconButton>
      )}
      {account && !page.back && <Monogram name={account.displayName} size={24} />}
      <div className={classes.words}>
        <h1 className={classes.title}>{page.back ? page.label : (label?.title ?? page.label)}</h1>
        <div className={classes.note}>{demo ? `${t('shell.demo')} · ${note}` : note}</div>
      </div>
      <Indicators />
      {page.back ? (
        <div id={PHONE_TOOLS} className="row" />
      ) : (
        <>
          <IconButton size={44} aria-label={t('shell.searchShort')} onClick={openPalette}>
            <IconSearch size={20} aria-hidden />
          </IconButton>
          <NotificationBell />
          <AvatarMenu />
        </>
      )}
    </header>
  )
}
