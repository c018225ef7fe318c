import { getPublicSuffix } from 'tldts'

/** Why a domain is not a company's own: others register domains below it, or anyone can get an address in it. */
export function companyDomainFlaw(domain: string): 'domain-public-suffix' | 'domain-free-mail' | undefined {
  const name = domain.replace(/^\*\./, '')
  if (getPublicSuffix(name, { allowPrivateDomains: true }) === name) return 'domain-public-suffix'
  return freeMailServices.has(name) ? 'domain-free-mail' : undefined
}

/** Domains of mail services where anyone can get an address. */
const freeMailServices: ReadonlySet<string> = new Set(
  `aim.com aol.com bk.ru bol.com.br btinternet.com comcast.net cox.net daum.net duck.com email.com fastmail.com fastmail.fm
  free.fr freenet.de gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hanmail.net hey.com hotmail.co.uk
  hotmail.com hotmail.de hotmail.es hotmail.fr hotmail.it hushmail.com icloud.com inbox.com inbox.ru interia.pl laposte.net
  libero.it list.ru live.co.uk live.com live.fr live.nl mac.com mail.com mail.ru mailbox.org me.com msn.com naver.com o2.pl
  online.de orange.fr outlook.com outlook.de outlook.es outlook.fr outlook.it pm.me posteo.de proton.me protonmail.ch
  protonmail.com qq.com rambler.ru rediffmail.com rocketmail.com sapo.pt seznam.cz sfr.fr sina.com sky.com sohu.com t-online.de
  terra.com.br tuta.com tuta.io tutanota.com uol.com.br verizon.net virgilio.it wanadoo.fr web.de wp.pl ya.ru yahoo.ca
  yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.br yahoo.de yahoo.es yahoo.fr yahoo.it yandex.com yandex.ru yeah.net
  ymail.com zoho.com 126.com 163.com`.split(/\s+/),
)
