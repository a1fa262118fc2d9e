<#import "template.ftl" as layout>
<#import "form.ftl" as form>
<@layout.registrationLayout isOurs=true displayMessage=messagesPerField.exists("global") displayInfo=true; section>
<#if section = "header">Create an account<#elseif section = "form">
<p class="lead">Your e-mail address will be your login name. You can create or join an organization next.</p>
<form method="post" action="${url.registrationAction}" novalidate>
<#if messagesPerField.existsError("username")><p class="alert" role="alert">${kcSanitize(messagesPerField.getFirstError("username"))?no_esc}</p></#if>
<#-- Keycloak requires a user name; people log in with their address. -->
<input type="hidden" name="username" value="person-${(authenticationSession.tabId)!.now?long?c}">
<div class="fields">
<@form.person/>
<#if passwordRequired??><@form.newPassword name="password" isFocused=false/></#if>
</div>
<button class="primary" type="submit">Create account</button>
</form>
<#elseif section = "info">Already have an account? <a href="${url.loginUrl}">Log in</a></#if>
</@layout.registrationLayout>
