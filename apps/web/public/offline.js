// Of the page that the worker shows at any address while the server does not answer. Opens what was asked for once it does.
const LONGEST_MS = 15_000
let tries = 0

async function look() {
  const response = await fetch('/readyz', { cache: 'no-store' }).catch(() => null)
  if (response?.ok) location.reload()
}

function lookAgain() {
  const ms = Math.min(LONGEST_MS, 1000 * 2 ** tries++) * (0.75 + Math.random() / 2)
  setTimeout(() => look().then(lookAgain), ms)
}

const chosen = /(?:^|; )language=([^;]*)/.exec(document.cookie)?.[1] ?? navigator.language
const language = chosen.startsWith('zh') ? 'zh-CN' : 'en'
document.documentElement.lang = language
for (const section of document.querySelectorAll('section')) section.hidden = section.lang !== language
document.querySelector('a').textContent = language === 'en' ? 'Try again' : '重试'

addEventListener('online', () => void look())
lookAgain()
