<#import "template.ftl" as layout>
<@layout.registrationLayout isOurs=true displayMessage=false; section>
<#if section = "header">This did not work<#elseif section = "form">
<p class="lead">${kcSanitize(message.summary)?no_esc}</p>
<p>Start again from the portal.</p>
<p class="actions"><a class="primary" href="${layout.portal}api/login">Start again</a><a class="secondary" href="${layout.portal}">Go to the portal</a></p>
<#if traceId??><p class="hint">Request ${traceId}</p></#if>
</#if>
</@layout.registrationLayout>
