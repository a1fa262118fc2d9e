<#import "template.ftl" as layout>
<@layout.registrationLayout isOurs=true; section>
<#if section = "header">This page has expired<#elseif section = "form">
<p class="lead">It was open for too long, or the login went on in another tab.</p>
<p class="actions"><a class="primary" href="${url.loginRestartFlowUrl}">Start again</a><a class="secondary" href="${url.loginAction}">Continue where you were</a></p>
</#if>
</@layout.registrationLayout>
