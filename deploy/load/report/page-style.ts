import { Html } from '@portal/service-kit/html'

/** In both themes; the colours are those of the portal. */
export const pageStyle = new Html(`
:root{color-scheme:light dark;--page:light-dark(#f7f8fa,#10141b);--card:light-dark(#fff,#181d26);--text:light-dark(#1a2230,#e8ecf2);--muted:light-dark(#566175,#9aa6b8);--line:light-dark(#dfe3ea,#2c3442);--first:light-dark(#2457c5,#7ca4ff);--second:light-dark(#a15c00,#f0b35a);--good:light-dark(#12683f,#5fd39a);--bad:light-dark(#b3261e,#ff8f86)}
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--text);font:15px/1.5 system-ui,sans-serif}
main{max-width:1160px;margin:0 auto;padding:24px 16px 64px}h1{font-size:24px;margin:0}h2{font-size:17px;margin:32px 0 12px}header p{margin:4px 0;color:var(--muted)}
header .verdict{font-weight:600}.good{color:var(--good)!important}.bad{color:var(--bad)!important}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(180px,1fr));gap:12px;margin:20px 0 0}.tiles div{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:12px 14px}dt{color:var(--muted);font-size:13px}dd{margin:2px 0 0;font-weight:600;overflow-wrap:anywhere}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,460px),1fr));gap:16px}figure{margin:0;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:12px 14px}figcaption span,.legend{color:var(--muted);font-size:13px}
svg{display:block;width:100%;height:auto;margin-top:8px}svg text{fill:var(--muted);font-size:12px;font-variant-numeric:tabular-nums}svg .grid{stroke:var(--line)}svg path{fill:none;stroke-width:2;stroke-linejoin:round}
.legend{display:flex;gap:16px;margin:8px 0 0}.legend i{display:inline-block;width:12px;height:3px;border-radius:2px;margin-right:6px;vertical-align:middle}
.wide{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:8px}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;white-space:nowrap}th,td{padding:7px 12px;text-align:right;border-top:1px solid var(--line)}th:first-child{text-align:left;font-weight:500}thead th{border-top:0;color:var(--muted);font-size:13px;font-weight:500}
.bar{display:block;height:3px;border-radius:2px;background:var(--second);margin:3px 0 0 auto}code{font-size:13px}li{margin:4px 0}
`)
