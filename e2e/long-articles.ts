import { readFileSync } from 'node:fs'
import { fileForm } from '../apps/server/test/pictures.ts'
import { publishArticle } from '../apps/server/test/publish-article.ts'
import type { Portico } from './portico.ts'
import { done } from './shop.ts'
import { signed } from '../apps/server/test/signed.ts'

/** What journeys and pictures read: two long articles with everything a body may hold, in both languages. */
export async function publishLongArticles(portico: Portico, token: string) {
  const call: Portico['call'] = (method, path, payload) => portico.call(method, path, payload, token)
  const category = async (en: string, zh: string, parent: number | null): Promise<number> =>
    (await done(call('POST', '/admin/article-categories', { name_en: en, name_zh: zh, parent_id: parent }))).id
  const start = await category('Getting started', '新手入门', null)
  const apps = await category('Apps', '客户端', start)
  const trouble = await category('When it does not work', '故障排查', null)
  const tag = (await done(call('POST', '/admin/article-tags', { name_en: 'Windows', name_zh: 'Windows' }))).id
  const publish = async (where: number, en: Text, zh: Text): Promise<number> => {
    const { id } = await publishArticle({ call }, { category: where, en, zh })
    await done(call('PATCH', `/admin/articles/${id}`, { tag_ids: [tag] }))
    return id
  }
  const repair = await publish(trouble, repairEnglish, repairChinese)
  const setup = await publish(
    apps,
    setupEnglish(await uploadPicture(portico, token, 'en'), repair),
    setupChinese(await uploadPicture(portico, token, 'zh-CN'), repair),
  )
  const first = { title: 'Your first day', summary: 'Three steps.', body: '<p>Only for members.</p>' }
  const { id } = await publishArticle({ call }, { category: start, audience: 'members', en: first })
  return { setup, repair, first: id }
}

type Text = { title: string; summary: string; body: string }

async function uploadPicture({ base }: Portico, token: string, language: 'en' | 'zh-CN'): Promise<string> {
  const headers = { 'x-token': token, ...signed({}) }
  const body = fileForm(readFileSync(`apps/server/src/articles/starter/pictures/${language}/import-computer.webp`))
  const answer = await fetch(`${base}/api/v1/admin/files`, { method: 'POST', headers, body })
  const { url } = (await answer.json()) as { url: string }
  return new URL(url, base).pathname
}

const RULES = `mixed-port: 7890
allow-lan: false
mode: rule
dns:
  enable: true
  nameserver: [https://dns.alidns.com/dns-query, https://doh.pub/dns-query, https://dns.google/dns-query]
`

const setupEnglish = (picture: string, other: number): Text => ({
  title: 'Set up Clash Verge on Windows',
  summary: 'Install the app, import your subscription link and check that pages open through it.',
  body: `<p>Clash Verge is a free app for Windows, macOS and Linux. This guide uses Windows 11; on Windows 10 the windows look a little different, but the names are the same. All you need is your subscription link.</p>
<h2>Before you start</h2>
<p>Check three things first. They cause most of the questions we get:</p>
<ul><li>Your plan is running. <a href="/user/center">The member centre</a> shows until when.</li><li>The clock of your computer is right: a clock that is off by more than a minute breaks every encrypted connection.</li><li>No other app of this kind is running. Two of them fight over the system proxy.</li></ul>
<aside data-kind="tip"><p>On a phone? The <em>import page</em> opens the right app with one tap and does all of this for you.</p></aside>
<h2>Install the app</h2>
<ol><li><p>Download the installer from <a href="https://github.com/clash-verge-rev/clash-verge-rev/releases">the project’s release page</a>. Most computers need <code>x64-setup.exe</code>.</p></li><li><p>Open it and follow the steps. If Windows says that it protected your PC, choose <strong>More info</strong>, then <strong>Run anyway</strong>.</p></li><li><p>Start the app from the start menu, or press <kbd>Win</kbd> and type <kbd>clash</kbd>.</p></li></ol>
<h3>Which file fits</h3>
<table><thead><tr><th>Computer</th><th>File</th><th>Size</th><th>Needs</th><th>Updates itself</th><th>Good to know</th></tr></thead><tbody><tr><td>Most PCs</td><td><code>x64-setup.exe</code></td><td>34 MB</td><td>Windows 10 or newer</td><td>yes</td><td>The one to take when in doubt</td></tr><tr><td>Surface Pro X and other ARM devices</td><td><code>arm64-setup.exe</code></td><td>32 MB</td><td>Windows 11</td><td>yes</td><td>The x64 file works too, more slowly</td></tr></tbody></table>
<h2>Import your link</h2>
<p>Copy your link, open <strong>Profiles</strong> and choose <strong>Import from clipboard</strong>:</p>
<figure><img src="${picture}" alt="The page My subscription: a button that imports the link, and a QR code" width="1257" height="552"><figcaption>Or open My subscription and import it with one click.</figcaption></figure>
<section data-audience="members"><p>Your link is for you alone:</p><pre><code><span data-fill="subscription_link"></span></code></pre><p>Or scan it with another device:</p><p><span data-fill="subscription_qr"></span></p></section>
<aside data-kind="warning"><p>Anyone who has this link can use your traffic. If you have shown it to somebody, reset it in the member centre.</p></aside>
<h3>Rules of your own</h3>
<p>The profile brings its own rules. If you need others, put them into the file <code>merge.yaml</code>, so that updates keep them:</p>
<pre><code class="language-yaml">${RULES}</code></pre>
<h2>Check that it works</h2>
<p>Turn on <strong>System proxy</strong> and open any page. If it does not open, read <a href="/help/${other}">what to do when nothing loads</a>.</p>
<blockquote><p>It took me longer to find my glasses than to set this up.</p><p>— A member since spring</p></blockquote>
<hr><aside data-kind="note"><p>The app asks for updates by itself. The profile is read again every 24 hours.</p></aside>`,
})

const setupChinese = (picture: string, other: number): Text => ({
  title: '在 Windows 上安装 Clash Verge',
  summary: '安装客户端、导入订阅链接，并确认网页能够正常打开。',
  body: `<p>Clash Verge 是一款免费客户端，支持 Windows、macOS 和 Linux。本教程以 Windows 11 为例；Windows 10 的界面略有不同，但名称一致。您只需要准备好订阅链接。</p>
<h2>开始之前</h2>
<p>请先检查以下三点，多数问题都由它们引起：</p>
<ul><li>套餐仍在有效期内。到期时间见<a href="/user/center">会员中心</a>。</li><li>电脑时间准确：误差超过一分钟，加密连接就会失败。</li><li>没有运行其他同类客户端，否则它们会争用系统代理。</li></ul>
<aside data-kind="tip"><p>使用手机？打开<em>导入页面</em>，轻点一下即可完成以下全部步骤。</p></aside>
<h2>安装客户端</h2>
<ol><li><p>从<a href="https://github.com/clash-verge-rev/clash-verge-rev/releases">项目发布页</a>下载安装包，多数电脑选择 <code>x64-setup.exe</code>。</p></li><li><p>打开安装包并按提示操作。如果系统提示“Windows 已保护你的电脑”，请选择<strong>更多信息</strong>，再选择<strong>仍要运行</strong>。</p></li><li><p>从开始菜单启动客户端，或按 <kbd>Win</kbd> 键后输入 <kbd>clash</kbd>。</p></li></ol>
<h3>选择哪个文件</h3>
<table><thead><tr><th>电脑</th><th>文件</th><th>大小</th><th>系统要求</th><th>自动更新</th><th>说明</th></tr></thead><tbody><tr><td>多数电脑</td><td><code>x64-setup.exe</code></td><td>34 MB</td><td>Windows 10 及以上</td><td>支持</td><td>不确定时请选择它</td></tr><tr><td>Surface Pro X 等 ARM 设备</td><td><code>arm64-setup.exe</code></td><td>32 MB</td><td>Windows 11</td><td>支持</td><td>也可使用 x64 版本，但速度较慢</td></tr></tbody></table>
<h2>导入订阅链接</h2>
<p>复制订阅链接，打开<strong>订阅</strong>页面，选择<strong>从剪贴板导入</strong>：</p>
<figure><img src="${picture}" alt="“我的订阅”页面：一键导入按钮与二维码" width="1257" height="558"><figcaption>也可以在“我的订阅”页面一键导入。</figcaption></figure>
<section data-audience="members"><p>以下链接仅供您本人使用：</p><pre><code><span data-fill="subscription_link"></span></code></pre><p>也可以用其他设备扫码：</p><p><span data-fill="subscription_qr"></span></p></section>
<aside data-kind="warning"><p>任何人拿到此链接都能使用您的流量。如已泄露，请在会员中心重置。</p></aside>
<h3>自定义规则</h3>
<p>配置文件自带规则。如需添加自己的规则，请写入 <code>merge.yaml</code>，更新时不会被覆盖：</p>
<pre><code class="language-yaml">${RULES}</code></pre>
<h2>检查是否成功</h2>
<p>打开<strong>系统代理</strong>，然后访问任意网页。如果无法打开，请阅读<a href="/help/${other}">网页打不开怎么办</a>。</p>
<blockquote><p>找眼镜花的时间都比安装它长。</p><p>——一位今年春天加入的会员</p></blockquote>
<hr><aside data-kind="note"><p>客户端会自动检查更新，配置文件每 24 小时重新读取一次。</p></aside>`,
})

const steps = (name: string, text: string): string =>
  Array.from({ length: 9 }, (_, i) => `<h2>${name} ${i + 1}</h2><p>${`${text} `.repeat(4)}</p>`).join('')

const repairEnglish: Text = {
  title: 'What to do when nothing loads',
  summary: 'From the most common cause to the rarest, each with a check that takes a minute.',
  body: steps('Cause', 'Turn the app off and open a page of your own country; if that fails too, the network itself is down.'),
}
const repairChinese: Text = {
  title: '网页打不开怎么办',
  summary: '从最常见到最少见的原因逐一排查，每项检查只需一分钟。',
  body: steps('原因', '先退出客户端，再打开一个国内网站；如果仍然打不开，说明网络本身有问题。'),
}
