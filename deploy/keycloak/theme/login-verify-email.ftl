<#import "template.ftl" as layout>
<@layout.registrationLayout isOurs=true displayMessage=(((message.type)!"") == "error"); section>
<#if section = "header">Verify your e-mail address<#elseif section = "form">
<p class="lead">A mail is on its way to <strong>${user.email}</strong>. Follow the link in it to go on.</p>
<p>Nothing has come? Look among unwanted mail, or have it sent again.</p>
<p class="actions"><a class="primary" href="${url.loginAction}">Send it again</a></p>
</#if>
</@layout.registrationLayout>
