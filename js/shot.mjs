import { chromium } from 'playwright-core';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const q = encodeURIComponent('Which town did the designer of the float gauge learn clockmaking in?');
for (const mode of ['ket', 'node', 'da', 'bridge']) {
  const p = await b.newPage({ viewport: { width: 900, height: 1500 } });
  p.on('pageerror', (e) => console.log(mode, String(e)));
  await p.goto(`http://127.0.0.1:8917/?q=${q}&mode=${mode}`);
  await p.waitForSelector('details.mycel-why, .mycel-why', { timeout: 15000 }).catch((e) => console.log(mode, 'no why'));
  await p.waitForTimeout(500);
  const n = await p.evaluate(() => {
    const all = [];
    const walk = (r) => { for (const e of r.querySelectorAll('*')) { if (e.matches('details.mycel-why')) all.push(e); if (e.shadowRoot) walk(e.shadowRoot); } };
    walk(document); all.slice(0, 3).forEach((d) => { d.open = true; d.dispatchEvent(new Event('toggle')); }); return all.length; });
  await p.waitForTimeout(700);
  console.log(mode, n);
  await p.screenshot({ path: `/tmp/rest/shot-${mode}.png`, fullPage: true });
  await p.close();
}
await b.close();
